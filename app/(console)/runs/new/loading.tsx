import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage title="New mission" heights={["h-[32rem] lg:w-[26rem]"]} />;
export default Loading;
