import { erc165, erc165Interfaces, type FoundStandard, standardsBySelectors } from '#lib/evm/bytecode/standards.ts'
import type { Hex } from '#lib/evm/chain/block.ts'
import { boolIn, type CallAt } from './read-roles.ts'

const asked = [erc165.own, erc165.invalid, ...erc165Interfaces.map(({ id }) => id)]

/** The standards of a contract: those that it reports by ERC-165, and those whose functions it has. */
export const readStandards = async (
  address: Hex,
  call: CallAt,
  selectors: ReadonlySet<Hex>,
  mayHave: (selector: Hex) => boolean,
): Promise<FoundStandard[]> => {
  const byFunctions = standardsBySelectors(selectors)
  if (!mayHave(erc165.own)) return byFunctions
  const answers = await call(
    address,
    asked.map((id): Hex => `${erc165.own}${id.slice(2).padEnd(64, '0')}`),
  )
  const [own, invalid, ...reported] = answers.map(boolIn)
  if (own !== true || invalid !== false) return byFunctions
  const found = erc165Interfaces.filter((_, index) => reported[index] === true)
  return [
    { name: 'ERC-165', title: 'Reports its interfaces', source: 'erc165' },
    ...found.map(({ name, title }): FoundStandard => ({ name, title, source: 'erc165' })),
    ...byFunctions,
  ]
}
