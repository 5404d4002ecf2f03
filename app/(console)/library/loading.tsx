import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage isNamed title="Library" heights={["h-9 w-96", "h-80"]} />;
export default Loading;
