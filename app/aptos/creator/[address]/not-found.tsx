import { NotThere } from '#components/aptos/not-there.tsx'
import { ask } from '#components/ask.ts'
import { notFoundMetadata } from '#components/not-found-metadata.ts'
import { systems } from '#lib/systems.ts'

export const metadata = notFoundMetadata

export default async function CreatorNotFound() {
  const { aptos } = await systems()
  const { data } = await ask(aptos.explorer.aptosStatus({}))
  return <NotThere what="creator" status={data} />
}
