// A request whose body is large: XMLHttpRequest tells how much of it is sent, which fetch() does not.

/** As fetch() of `url`; onprogress(part from 0 to 1) while the body is sent. */
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
