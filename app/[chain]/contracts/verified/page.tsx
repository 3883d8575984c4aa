export { generateMetadata, Page as default } from '#components/evm/contract/verified-page.tsx'
