export { generateMetadata, Page as default } from '#components/evm/chain/contracts/verified-page.tsx'
