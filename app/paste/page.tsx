import type { Metadata } from 'next'
import { PasteView } from '#components/paste/paste-view.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Paste anything',
  description: 'Look up many addresses, hashes, blocks and links at once.',
}

export default function PastePage() {
  return (
    <>
      <PageTitle kind="Paste anything" />
      <noscript>This page needs JavaScript. Without it, look items up one at a time in the search.</noscript>
      <PasteView />
    </>
  )
}
