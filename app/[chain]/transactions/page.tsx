export { generateMetadata, Page as default } from '#components/evm/transaction/transactions-page.tsx'
