import { findChain } from '#lib/evm/contract/chains.ts'
import { probe } from '#lib/format/probe.ts'
export default function Page() {
  return (
    <p className="bg-surface text-accent border-line">
      {probe} {findChain('0x1')?.title}
    </p>
  )
}
