export { generateMetadata, Page as default } from '#components/evm/gas/gas-page.tsx'
