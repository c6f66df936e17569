aws dynamodb update-continuous-backups --table-name $TABLE \
  --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true
aws dynamodb update-time-to-live --table-name $TABLE --time-to-live-specification Enabled=true,AttributeName=expires_at
aws dynamodb update-table --table-name $TABLE --deletion-protection-enabled
aws dynamodb tag-resource --tags Key=app,Value=magpie Key=stage,Value=$STAGE \
  --resource-arn $(aws dynamodb describe-table --table-name $TABLE --query Table.TableArn --output text)
for NAME in $FUNCTIONS; do aws lambda delete-function-concurrency --function-name $NAME; done
for UUID in $MAPPINGS; do aws lambda update-event-source-mapping --uuid $UUID --enabled; done
aws cloudformation detect-stack-drift --stack-name magpie-$STAGE
npm run -s magpie -- doctor --stage $STAGE
aws dynamodb delete-table --table-name $TABLE-restored
