export { generateMetadata, Page as default } from '#components/evm/approvals/approvals-page.tsx'
