/**
 * Returns the address of this server without a slash at the end: "https://example.org" or, behind a reverse proxy's path,
 * "https://example.org/posed".
 */
export const here = () => new URL(".", location.href).href.replace(/\/$/, "");
