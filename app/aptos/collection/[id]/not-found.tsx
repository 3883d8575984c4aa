import { NotThere } from '#components/aptos/not-there.tsx'
import { ask } from '#components/ask.ts'
import { systems } from '#lib/systems.ts'

export default async function CollectionNotFound() {
  const { aptos } = await systems()
  const { data } = await ask(aptos.explorer.aptosStatus({}))
  return <NotThere what="collection" status={data} />
}
