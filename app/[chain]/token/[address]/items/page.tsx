import { redirect } from 'next/navigation'
import { pathSegment } from '#lib/api/page-path.ts'

/** Only seen where the frame of the chain or the token finds nothing. */
export { notFoundMetadata as metadata } from '#components/kit/define-page.tsx'

type Props = { params: Promise<{ chain: string; address: string }> }

/** The long form of a collection's front page. */
export default async function ItemsPage({ params }: Props) {
  const { chain, address } = await params
  redirect(`/${pathSegment(decodeURIComponent(chain))}/token/${address}`)
}
