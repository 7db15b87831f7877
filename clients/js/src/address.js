// Addresses of a server.

/** Throws a TypeError for an address with a name or a key before the host (http://user:key@host). The error does not have the address, because programs write errors to logs. */
export function refuseCredentials(name, address) {
  if (/^[a-z][a-z\d+.-]*:\/\/[^/?#]*@/i.test(address))
    throw new TypeError(`${name}: an address with a name or a key before the host (...@); the option \`key\` expected`);
}

/** Returns an address without its query and fragment, which may hold a key or a ticket, for errors. */
export const withoutQuery = (address) => String(address).split(/[?#]/)[0];
