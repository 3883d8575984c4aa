export { generateMetadata, Page as default } from '#components/evm/contract/write/write-page.tsx'
