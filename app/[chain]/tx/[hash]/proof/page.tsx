export { generateMetadata, Page as default } from '#components/evm/transaction/proof-page.tsx'
