import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage isNamed title="Settings" heights={["h-24", "h-60"]} />;
export default Loading;
