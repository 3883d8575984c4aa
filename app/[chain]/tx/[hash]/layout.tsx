export { TransactionFrame as default } from '#components/evm/transaction/transaction-frame.tsx'
