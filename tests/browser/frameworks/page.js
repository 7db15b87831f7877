import "posed-client/element";
import "posed-client/maker";
