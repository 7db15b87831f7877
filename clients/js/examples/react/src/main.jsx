import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Walker } from "./Walker.jsx";

createRoot(document.getElementById("root")).render(
  <StrictMode>
    <Walker server="http://127.0.0.1:8080" random={5} />
  </StrictMode>,
);
