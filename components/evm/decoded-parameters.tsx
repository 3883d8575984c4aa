import { AddressLink } from '#components/chain/address-link.tsx'
import type { DecodedCall } from '#lib/evm/contract/transactions.ts'

/** The arguments of a decoded call or event. Names and texts come from contracts: they are shown as text and nothing else. */
export const DecodedParameters = ({ chain, params }: { chain: string; params: DecodedCall['params'] }) => {
  if (params.length === 0) return <p className="text-muted text-sm">No arguments</p>
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead className="text-muted text-xs">
          <tr>
            <th className="py-1 pr-4 font-normal">Name</th>
            <th className="py-1 pr-4 font-normal">Type</th>
            <th className="py-1 font-normal">Value</th>
          </tr>
        </thead>
        <tbody>
          {params.map(({ name, type, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: arguments have places, and names may repeat
            <tr key={index} className="border-line border-t align-top">
              <td className="py-1.5 pr-4">{name || `#${index}`}</td>
              <td className="py-1.5 pr-4 font-mono text-muted text-xs leading-5">{type}</td>
              <td className="py-1.5 break-all font-mono text-xs leading-5">
                {type === 'address' ? <AddressLink chain={chain} address={value.toLowerCase()} /> : value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
