import { linkedItemWords, linkedListWords } from './linked-words.ts'

/**
 * First path segments that are not chains, besides those of families (`FamilyConfig`). A test compares them with the
 * folders of `app` and the files of `public`.
 */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...[
    'account',
    'api',
    'compare',
    'docs',
    'labels',
    'logos',
    'media',
    'paste',
    'search',
    'sign-in',
    'status',
    'wallet',
  ],
  // Links of other explorers; build tools print `/address/0x…`, too.
  ...linkedItemWords,
  ...linkedListWords,
  // Short paths of the APIs of Sourcify and Etherscan, and of the server for assistants.
  ...['sourcify', 'etherscan', 'v2', 'mcp', 'llms'],
  // The data of the home page (`/index.json`), and words that look like a page or a choice of all chains.
  ...['index', 'all', 'home', 'admin', 'static', 'favicon', 'icon', 'robots', 'manifest', 'sitemap'],
])
