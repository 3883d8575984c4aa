export { generateMetadata, Page as default } from '#components/evm/chain/gas-page.tsx'
