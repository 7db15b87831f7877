// Sends a request with a large body by XMLHttpRequest, which tells how much has been sent; fetch() does not.

/** Works as fetch(url, ...). onprogress(part) is called with the fraction sent, 0 to 1. */
export function upload(url, { method, headers, body, onprogress }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = "arraybuffer";
    request.upload.onprogress = (e) => e.lengthComputable && onprogress(e.loaded / e.total);
    request.onload = () => {
      const type = request.getResponseHeader("Content-Type");
      resolve(
        new Response(request.status === 204 ? null : request.response, {
          status: request.status,
          headers: type ? { "Content-Type": type } : {},
        }),
      );
    };
    request.onerror = () => reject(new TypeError("fetch: the connection ended while a file was sent"));
    request.send(body);
  });
}
