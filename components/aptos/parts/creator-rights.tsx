import { Fact } from '#components/ui/facts.tsx'
import type { AptosToken } from '#lib/aptos/nft/contract.ts'

type Field = NonNullable<AptosToken['creator_may_change']>[number]

const words: Record<Field, string> = {
  maximum: 'maximum supply',
  uri: 'link',
  royalty: 'royalty',
  description: 'description',
  properties: 'properties',
}

/** The fields of a v1 token or collection that its creator may change. */
export const CreatorRights = ({ fields }: { fields: readonly Field[] | null }) => (
  <Fact label="Creator can change" wide>
    {fields === null ? (
      <span className="text-muted">unknown: not in the indexed versions</span>
    ) : fields.length === 0 ? (
      'nothing'
    ) : (
      fields.map((field) => words[field]).join(', ')
    )}
  </Fact>
)
