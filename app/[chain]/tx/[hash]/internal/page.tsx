export { generateMetadata, Page as default } from '#components/evm/transaction/internal-page.tsx'
