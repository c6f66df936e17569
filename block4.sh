STAGE=prod TABLE=prod-stocks WHEN=2026-11-20T03:00:00Z   # some moments before the accident
aws dynamodb describe-continuous-backups --table-name $TABLE \
  --query ContinuousBackupsDescription.PointInTimeRecoveryDescription
aws dynamodb restore-table-to-point-in-time --source-table-name $TABLE --target-table-name $TABLE-restored \
  --restore-date-time $WHEN
aws dynamodb wait table-exists --table-name $TABLE-restored
