export { TransactionFrame as default } from '#components/evm/frames/transaction/transaction-frame.tsx'
