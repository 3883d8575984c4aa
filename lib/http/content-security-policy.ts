/** For data and errors: a browser that opens such a response runs and fetches nothing. */
export const dataSecurityPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The policy of a worker script's response applies to its thread: it may load its parts and call this server. */
export const threadSecurityPolicy = `${dataSecurityPolicy}; script-src 'self'; connect-src 'self'`

/**
 * The policy of a page: only scripts with its nonce and the scripts they load may run, and no other origin is
 * contacted. Next.js reads the nonce from the first `script-src` of the request header with this name.
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
