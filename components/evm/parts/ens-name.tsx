import { Badge } from '#components/ui/badge.tsx'
import { addressNameEndpoints } from '#lib/evm/ens/contract.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'

/** The ENS name of an address: the same for every chain. */
export const nameQuestion = (address: string) => callTo(addressNameEndpoints.evmAddressName, { address })

const warnings = {
  look_alike: {
    title: 'Look-alike name',
    text: 'Reads like a well-known name. Anyone can register such a name: check the address.',
  },
  mixed_scripts: {
    title: 'Mixed scripts',
    text: 'Has letters of different scripts in one word, which may look alike. Check the address.',
  },
}

/** The ENS name of a page's address, with warnings. Nothing without a name, or where it is the label already. */
export const EnsName = async ({ ask, address, label }: { ask: Ask; address: string; label?: string | null }) => {
  const name = (await ask(nameQuestion(address))).data?.name
  if (!name) return null
  const warning = name.warning && warnings[name.warning]
  return (
    <>
      {name.name !== label && (
        <bdi className={name.is_expired ? 'wrap-anywhere text-muted line-through' : 'wrap-anywhere font-medium'}>
          {name.name}
        </bdi>
      )}
      <Badge title={`Primary name, read after block ${name.block_number}`}>ENS</Badge>
      {name.is_expired && (
        <Badge tone="warn" title={`Expired on ${name.expires_at?.slice(0, 10)}: anyone can register the name`}>
          Expired
        </Badge>
      )}
      {warning && (
        <Badge tone="bad" title={warning.text}>
          {warning.title}
        </Badge>
      )}
    </>
  )
}
