export { generateMetadata, Page as default } from '#components/evm/transaction/gas/gas-page.tsx'
