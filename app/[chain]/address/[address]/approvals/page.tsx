export { generateMetadata, Page as default } from '#components/evm/wallet/approvals-page.tsx'
