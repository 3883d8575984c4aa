export { metadata, TransactionNotFound as default } from '#components/evm/transaction/pending/transaction-not-found.tsx'
