import { redirect } from 'next/navigation'
import { chainSegment } from '#lib/format/explorer-path.ts'

type Props = { params: Promise<{ chain: string; address: string }> }

/** The long form of a collection's front page. */
export default async function ItemsPage({ params }: Props) {
  const { chain, address } = await params
  redirect(`/${chainSegment(decodeURIComponent(chain))}/token/${address}`)
}
