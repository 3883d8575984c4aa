import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { None } from '#components/aptos/parts/values/none.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { timeColumn } from '#components/kit/columns.tsx'
import { defineList } from '#components/kit/define-list.ts'
import { Link } from '#components/ui/link.tsx'
import type { AptosListedPublication } from '#lib/aptos/activity/contract.ts'
import { aptosTabPaths } from '#lib/aptos/api/tab-paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'

const nameMax = 80

const packageRow = (one: AptosListedPublication) => ({
  version: one.transaction_version,
  timestamp: one.transaction_timestamp ?? '',
  name: cutText(one.package_name ?? '', nameMax),
  modules: cutText(one.modules.join(', '), nameMax),
  upgrade: one.upgrade_number,
  code: one.code_address,
  sender: one.sender,
})

/** Packages as they were published and upgraded, newest first. */
export const packageList = defineList({
  label: 'Published packages',
  noun: 'packages',
  row: packageRow,
  keyOf: ({ version }) => version,
  repeats: 'first',
  columns: [
    {
      key: 'name',
      title: 'Package',
      width: 'minmax(0, 1fr)',
      look: 'clip',
      cell: ({ name, code }, { network }: { network: AptosNetwork }) => {
        const text = <bdi>{name || 'Unnamed package'}</bdi>
        if (code === null) return text
        return (
          <Link href={aptosPath(aptosTabPaths.accountModules({ address: code }), network)} className="text-accent">
            {text}
          </Link>
        )
      },
    },
    {
      key: 'modules',
      title: 'Modules',
      width: 'minmax(0, 1fr)',
      look: 'muted clip',
      cell: ({ modules }) => modules || <None />,
    },
    {
      key: 'upgrade',
      title: 'Upgrade',
      width: '8rem',
      look: 'muted',
      cell: ({ upgrade }) =>
        upgrade === null ? <None /> : upgrade === '0' ? 'published' : `upgrade ${groupedNumber(upgrade)}`,
    },
    {
      key: 'code',
      title: 'Address of the code',
      width: 'minmax(0, 1fr)',
      cell: ({ code }, { network }) => (code === null ? <None /> : <AccountLink address={code} network={network} />),
    },
    {
      key: 'sender',
      title: 'Sender',
      width: 'minmax(0, 1fr)',
      cell: ({ sender, code }, { network }) =>
        sender === null ? (
          <None />
        ) : sender === code ? (
          <span className="text-muted">the same account</span>
        ) : (
          <AccountLink address={sender} network={network} />
        ),
    },
    {
      key: 'version',
      title: 'Version',
      width: '7.5rem',
      cell: ({ version }, { network }) => <VersionLink version={version} network={network} />,
    },
    timeColumn(({ timestamp }: ReturnType<typeof packageRow>) => timestamp),
  ],
  phone: ['name upgrade', 'code code', 'modules age'],
  phoneWidths: 'minmax(0, 1fr) auto',
  heights: { wide: 44, phone: 100 },
})
