export { generateMetadata, Page as default } from '#components/evm/token/approvals-page.tsx'
