/** Address of this posed, without a slash at the end: "https://example.org" or, below a path of a reverse proxy, "https://example.org/posed". */
export const here = () => new URL(".", location.href).href.replace(/\/$/, "");
