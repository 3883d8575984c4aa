export { generateMetadata, Page as default } from '#components/evm/transaction/transaction-page.tsx'
