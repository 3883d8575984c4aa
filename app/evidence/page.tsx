import type { Metadata } from 'next'
import { EvidenceOpener } from '#components/evidence/evidence-opener.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Evidence',
  description:
    'Opens a page that was saved as a file: what it said, whether the file was changed, and what is different now.',
}

export default function EvidencePage() {
  return (
    <>
      <PageTitle kind="Evidence">
        <span className="text-muted">
          Every page of data can be saved as one file, from the menu beside its title: what it said, the answers behind
          it, when, and a hash.
        </span>
      </PageTitle>
      <noscript>
        <p className="mb-4 rounded-xl border border-line bg-surface px-4 py-3 text-sm">
          Opening a file here needs JavaScript. The file itself opens in any browser without it.
        </p>
      </noscript>
      <EvidenceOpener />
    </>
  )
}
