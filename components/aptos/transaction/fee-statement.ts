import { decimalOf, fieldsOf, listOf } from '#components/aptos/parts/values/move-json.ts'

/** What a transaction paid for: gas in units, storage in octas. */
export type FeeStatement = { execution: string; io: string; storageFee: string; storageRefund: string }

/** The fee statement among the events of a transaction. Transactions before 2023 have none. */
export const feeStatement = (events: unknown): FeeStatement | undefined => {
  const event = listOf(events)
    .map(fieldsOf)
    .findLast(({ type }) => type === '0x1::transaction_fee::FeeStatement')
  const data = fieldsOf(event?.data)
  const [execution, io, storageFee, storageRefund] = [
    data.execution_gas_units,
    data.io_gas_units,
    data.storage_fee_octas,
    data.storage_fee_refund_octas,
  ].map(decimalOf)
  return execution === undefined || io === undefined || storageFee === undefined || storageRefund === undefined
    ? undefined
    : { execution, io, storageFee, storageRefund }
}
