export { generateMetadata, Page as default } from '#components/evm/transaction/pending-page.tsx'
