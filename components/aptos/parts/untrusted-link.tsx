import { CopyButton } from '#components/ui/copy-button.tsx'

const isWeb = (uri: string): boolean => {
  const url = URL.parse(uri)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}

/** An untrusted link from the ledger: only linked if it leads to the web, and never fetched by this server. */
export const UntrustedLink = ({ uri }: { uri: string }) => (
  <span className="flex min-w-0 items-start gap-1">
    {isWeb(uri) ? (
      <a
        href={uri}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="line-clamp-2 min-w-0 break-all text-accent hover:underline"
      >
        {uri}
        <span className="sr-only"> (another site, in a new window)</span>
      </a>
    ) : (
      <span className="line-clamp-2 min-w-0 break-all font-mono text-xs leading-6">{uri}</span>
    )}
    <CopyButton value={uri} label="Copy link" />
  </span>
)
