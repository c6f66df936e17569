MAPPINGS=$(aws lambda list-event-source-mappings \
  --query "EventSourceMappings[?contains(FunctionArn, ':function:$STAGE-')].UUID" --output text)
for UUID in $MAPPINGS; do aws lambda update-event-source-mapping --uuid $UUID --no-enabled; done
FUNCTIONS=$(aws lambda list-functions \
  --query "Functions[?starts_with(FunctionName, '$STAGE-')].FunctionName" --output text)
for NAME in $FUNCTIONS; do aws lambda put-function-concurrency --function-name $NAME --reserved-concurrent-executions 0; done
