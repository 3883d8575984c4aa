export { generateMetadata, Page as default } from '#components/evm/wallet/write/write-page.tsx'
