import { AddressMark } from '#components/chain/address-mark.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { timeColumn } from '#components/kit/columns.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import type { EvmVerifiedContract } from '#lib/evm/contract/contract.ts'
import { cutText, neverCutMax } from '#lib/format/cut-texts.ts'

const compared = {
  runtime: 'The deployed code was compared',
  creation: 'The code of the creating transaction was compared',
  both: 'The deployed code and that of the creating transaction were compared',
}

/** Contracts whose source code was verified here. */
export const verifiedContractList = defineList({
  label: 'Verified contracts',
  noun: 'verified contracts',
  row: ({ name, ...line }: EvmVerifiedContract) => ({ ...line, name: cutText(name, neverCutMax) }),
  keyOf: ({ address }) => address,
  repeats: 'first',
  columns: [
    {
      key: 'name',
      title: 'Name',
      width: 'minmax(0, 1fr)',
      look: 'clip',
      cell: ({ address, name }, { chain }: { chain: string }) => (
        <span className="flex min-w-0 items-center gap-2">
          <AddressMark address={address} />
          <Link href={evmTabPaths.walletContract({ chain, address })} className="min-w-0 truncate">
            {name}
          </Link>
        </span>
      ),
    },
    {
      key: 'address',
      title: 'Address',
      width: 'minmax(0, 1fr)',
      cell: ({ address, address_label }, { chain }) => (
        <AddressLink chain={chain} address={address} label={address_label} />
      ),
    },
    {
      key: 'compiler',
      title: 'Compiler',
      width: 'minmax(0, 1fr)',
      look: 'clip',
      cell: ({ language, compiler_version }) => (
        <>
          {language} <span className="text-muted">{compiler_version}</span>
        </>
      ),
    },
    {
      key: 'match',
      title: 'Match',
      width: '8rem',
      phoneAlign: 'end',
      cell: (row) => (
        <Badge tone="good" title={compared[row.compared]}>
          {row.match === 'exact_match' ? 'Exact match' : 'Match'}
        </Badge>
      ),
    },
    { ...timeColumn((row: Pick<EvmVerifiedContract, 'verified_at'>) => row.verified_at), title: 'Verified' },
  ],
  phone: ['name match', 'address age', 'compiler compiler'],
  phoneWidths: 'minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 98 },
})
