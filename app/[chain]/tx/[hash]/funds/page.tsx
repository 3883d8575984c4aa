export { generateMetadata, Page as default } from '#components/evm/transaction/funds/funds-page.tsx'
