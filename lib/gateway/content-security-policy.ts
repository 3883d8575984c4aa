/** Data and errors: whatever such an answer holds, a browser that opens it runs and fetches nothing. */
export const dataSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The script that a page's thread begins with decides what that thread may do: load its parts, and ask this server. */
export const threadSecurityPolicy = `${dataSecurityPolicy}; script-src 'self'; connect-src 'self'`

/**
 * What a page may do. Only scripts that carry its nonce run, and what those load; nothing comes from or goes to another
 * origin. Next.js reads the nonce from the first `script-src` of the request's header of this name.
 */
export const pageSecurityPolicy = (nonce: string, { development = false } = {}): string =>
  [
    "default-src 'none'",
    // Development evaluates its modules, to reload them one by one.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "script-src-attr 'none'",
    // Threads that count or check run this server's own files.
    "worker-src 'self'",
    ...(development
      ? ["style-src 'self' 'unsafe-inline'"]
      : [
          "style-src 'self'",
          `style-src-elem 'self' 'nonce-${nonce}'`,
          // Sizes that come from data (bars, rows of long lists) are attributes of elements that the server renders.
          "style-src-attr 'unsafe-inline'",
        ]),
    // Wallets name their images as data.
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${development ? ' ws: wss:' : ''}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
