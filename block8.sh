BACKUP=$(aws dynamodb create-backup --table-name $TABLE-restored --backup-name $TABLE-exchange \
  --query BackupDetails.BackupArn --output text)
aws dynamodb describe-backup --backup-arn $BACKUP --query BackupDescription.BackupDetails.BackupStatus   # until AVAILABLE
aws dynamodb update-table --table-name $TABLE --no-deletion-protection-enabled
aws dynamodb wait table-exists --table-name $TABLE
aws dynamodb delete-table --table-name $TABLE
aws dynamodb wait table-not-exists --table-name $TABLE
aws dynamodb restore-table-from-backup --target-table-name $TABLE --backup-arn $BACKUP
aws dynamodb wait table-exists --table-name $TABLE
